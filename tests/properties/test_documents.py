"""Open Packaging Conventions on real documents: every relationship in a document leads to a part that is in it."""

import io
import zipfile
from xml.etree import ElementTree

import pytest

from py_url.specs import opc
from tests.conftest import peer

docx, openpyxl, pptx = peer("docx"), peer("openpyxl"), peer("pptx")

# An image of one pixel.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f64540"
    "0000000049454e44ae426082"
)
EXTERNAL = "http://example.com/é x?a=b&c#d"


def word_document():
    from docx.opc.constants import RELATIONSHIP_TYPE

    document = docx.Document()
    document.add_heading("A heading", 0)
    document.add_picture(io.BytesIO(PNG))
    document.add_table(1, 2)
    document.sections[0].header.paragraphs[0].add_run().add_picture(io.BytesIO(PNG))
    document.sections[0].footer.paragraphs[0].text = "A footer"
    document.part.relate_to(EXTERNAL, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    return document


def workbook():
    from openpyxl.chart import BarChart, Reference
    from openpyxl.comments import Comment
    from openpyxl.drawing.image import Image

    book = openpyxl.Workbook()
    for name in ("One", "Zwei – 2"):
        sheet = book.create_sheet(name)
        sheet.append([1, 2, 3])
        sheet["A1"].hyperlink = EXTERNAL
        sheet["A1"].comment = Comment("A comment", "Someone")
        chart = BarChart()
        chart.add_data(Reference(sheet, min_col=1, min_row=1, max_col=3))
        sheet.add_chart(chart)
        sheet.add_image(Image(io.BytesIO(PNG)), "E5")
    return book


def presentation():
    slides = pptx.Presentation()
    for layout in slides.slide_layouts:
        slide = slides.slides.add_slide(layout)
        slide.shapes.add_picture(io.BytesIO(PNG), 0, 0)
        slide.notes_slide.notes_text_frame.text = "A note"
        run = slide.shapes.add_textbox(0, 0, 1, 1).text_frame.paragraphs[0].add_run()
        run.hyperlink.address = EXTERNAL
    return slides


@pytest.mark.filterwarnings("default")  # the packages that write the documents warn
@pytest.mark.parametrize(
    ("make", "least"), [(word_document, 14), (workbook, 18), (presentation, 40)], ids=["docx", "xlsx", "pptx"]
)
def test_every_relationship_leads_to_a_part(make, least):
    file = io.BytesIO()
    make().save(file)
    package = zipfile.ZipFile(file)
    parts = {f"/{name}" for name in package.namelist()} - {"/[Content_Types].xml"}
    for part in parts:
        assert opc.check_part_name(part) == part
        assert opc.part_name(part) == part
    assert opc.conflicts(sorted(parts)) == []
    followed, external = set(), 0
    for name in filter(opc.is_relationships_part_name, parts):
        source = opc.source_of_relationships(name)
        assert source == "/" or source in parts
        assert opc.relationships_part_name(source) == name
        for relationship in ElementTree.fromstring(package.read(name[1:])):
            if relationship.get("TargetMode") == "External":
                external += 1
                with pytest.raises(ValueError, match="scheme"):
                    opc.part_name(relationship.get("Target"), source)
                continue
            part = opc.part_name(relationship.get("Target"), source)
            assert part in parts, (source, relationship.get("Target"))
            uri = opc.compose_pack_uri("http://example.com/a b.zip".replace(" ", "%20"), part)
            assert opc.parse_pack_uri(uri).part == part
            followed.add(part)
    # Only a relationships part may be the target of no relationship.
    assert {part for part in parts - followed if not opc.is_relationships_part_name(part)} == set()
    assert len(followed) >= least
    assert external > 0
