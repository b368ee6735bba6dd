"""The code of ``fuzz.py``: inputs from a grammar, other engines that answer them, and what to do with a difference.

A case is a JSON object, in the format of the cross-check's cases (``crosscheck/inputs.py``), with a third ``kind``:

- ``parse``: construct a URL from ``input`` and ``base`` (a string or null);
- ``set``: construct a URL from ``href`` and set ``member`` to ``value``;
- ``steps``: construct a URL from ``input`` and ``base``, and perform ``steps``. A step is a list: a member and a value,
  or an operation of the query object (``append``, ``delete``, ``set`` or ``sort``) and its arguments.

An answer is ``{"failure": true}``, or an object with the members of the URL. That of ``steps`` also has ``trace``: the
href after each step.
"""

import crosscheck  # noqa: F401 - with it, `explanations` can be imported
