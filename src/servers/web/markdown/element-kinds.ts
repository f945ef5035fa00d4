/** Elements by what becomes of them. */

/** Not text, or not of this page. */
export const REMOVED = new Set(
  "script style template svg math canvas iframe frame object embed applet audio video map select datalist input textarea noembed noframes".split(
    " ",
  ),
);

/** What begins a block of its own. */
export const BLOCKS = new Set(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
