// META: global=window,worker
// META: script=/resources/WebIDLParser.js
// META: script=/resources/idlharness.js

/* global idl_test */

// The Web Platform Tests have no test of this interface. This one is like that of URL.
idl_test(["urlpattern"], [], (idlArray) => {
  idlArray.add_objects({ URLPattern: ["new URLPattern()"] });
});
