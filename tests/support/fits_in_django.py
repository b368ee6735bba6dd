"""The recipe of web/docs/howto/other-libraries.md for Django: what a form, a model and the admin answer, as JSON.

Django is configured once in a process, so this is one of its own: ``python -m tests.support.fits_in_django``.
"""

# ruff: noqa: E402 - Django's settings come first

import json
import sys

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="x",
    ALLOWED_HOSTS=["testserver"],
    ROOT_URLCONF=__name__,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    INSTALLED_APPS=[f"django.contrib.{app}" for app in ("admin", "auth", "contenttypes", "sessions", "messages")],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                    "django.template.context_processors.request",
                ]
            },
        }
    ],
)
django.setup()

# These need the settings.
from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection, models
from django.db.migrations.writer import MigrationWriter
from django.http import JsonResponse
from django.test import Client
from django.urls import path

from tests.support.fits import recipes

validate_url = recipes("Django")["validate_url"]
validate_url.__module__ = __name__  # that a migration names


class Bookmark(models.Model):
    """A model as the document has it."""

    url = models.CharField(max_length=2083, validators=[validate_url])

    class Meta:
        """It needs an app."""

        app_label = "auth"


class BookmarkForm(forms.ModelForm):
    """The form of the model."""

    class Meta:
        """All of it."""

        model = Bookmark
        fields = ("url",)


def view(request):
    """Save what a form has, or answer with its errors."""
    form = BookmarkForm(request.POST)
    if not form.is_valid():
        return JsonResponse(form.errors.get_json_data(), status=422)
    return JsonResponse({"url": form.save().url})


admin.site.register(Bookmark)
urlpatterns = [path("admin/", admin.site.urls), path("bookmarks", view)]


def answers(url):
    """Return what a form, a model and the admin make of a string."""
    client = Client()
    client.force_login(User.objects.get())
    saved = client.post("/bookmarks", {"url": url})
    page = client.post("/admin/auth/bookmark/add/", {"url": url})
    try:
        Bookmark(url=url).full_clean()
    except ValidationError as error:
        model = error.message_dict["url"][0]
    else:
        model = None
    return {"form": [saved.status_code, saved.json()], "model": model, "admin": page.status_code}


def main():
    """Answer for each argument."""
    call_command("migrate", verbosity=0)
    with connection.schema_editor() as editor:
        editor.create_model(Bookmark)
    User.objects.create_superuser("a", "a@b.example", "p")
    found = {url: answers(url) for url in sys.argv[1:]}
    migration, _ = MigrationWriter.serialize(Bookmark._meta.get_field("url"))
    print(json.dumps({"answers": found, "migration": migration}))


if __name__ == "__main__":
    main()
