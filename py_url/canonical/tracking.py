"""Names of query parameters that say how a visitor came to a page, and not which page it is: a list with its date.

The list is this project's own choice of well-known names. It leaves out names that many pages need, such as ``ref`` and
``source``. Nobody can know of all sites, so a page that needs one of these names loses it in the profile ``dedup``.
A release that changes the list says so, because canonical forms change with it.
"""

from __future__ import annotations

from py_url.standard.infra.arguments import expect_str

#: When the list was last changed.
TRACKING_PARAMETERS_DATE = "2026-11-22"

#: The names in lower case; ``*`` at the end stands for any characters.
TRACKING_PARAMETERS: tuple[str, ...] = (
    # Google Analytics and Google Ads
    *("utm_*", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid", "_ga", "_gl"),
    # Meta
    *("fbclid", "fb_action_ids", "fb_action_types", "fb_comment_id", "igshid"),
    # Microsoft, Yandex, X, TikTok, LinkedIn, Pinterest, Snapchat
    *("msclkid", "yclid", "ysclid", "_openstat", "twclid", "ttclid", "li_fat_id", "epik", "sccid"),
    # Matomo and Piwik
    *("mtm_*", "matomo_*", "pk_campaign", "pk_cid", "pk_content", "pk_keyword", "pk_kwd", "pk_medium", "pk_source"),
    *("piwik_campaign", "piwik_keyword", "piwik_kwd"),
    # Letters and customer data: HubSpot, Mailchimp, Marketo, Omeda, Vero, Klaviyo, Adobe, MailerLite, Drip, others
    *("__hssc", "__hstc", "__hsfp", "_hsenc", "_hsmi", "hsctatracking"),
    *("mc_cid", "mc_eid", "mkt_tok", "oly_anon_id", "oly_enc_id", "vero_conv", "vero_id", "_kx"),
    *("s_cid", "ml_subscriber", "ml_subscriber_hash", "__s", "rb_clickid", "wickedid", "irclickid"),
)

_NAMES = frozenset(name for name in TRACKING_PARAMETERS if not name.endswith("*"))
_PREFIXES = tuple(name[:-1] for name in TRACKING_PARAMETERS if name.endswith("*"))


def is_tracking_parameter(name: str) -> bool:
    """Return whether a parameter with this *name*, in any case, is in `TRACKING_PARAMETERS`.

    Raises:
        TypeError: If *name* is not a str.

    >>> is_tracking_parameter("UTM_Source")
    True
    """
    lower = expect_str(name, "the name of a parameter").lower()
    return lower in _NAMES or lower.startswith(_PREFIXES)
