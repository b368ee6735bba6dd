/** The field on the front page is as tall as what it shows. */

addEventListener("message", ({ source, data }) => {
  const frame = document.querySelector("iframe.field");
  // Its border is a part of its height.
  if (source === frame?.contentWindow && data?.pyUrl === "height") frame.style.height = `${data.height + 2}px`;
});
