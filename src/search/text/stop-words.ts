/** Words that say nothing about what a tool does. Function words and the phrases of a polite request; no verbs of doing. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an and are as at be been but by can could did do does for from had has have he her him his how i if in into is it " +
    "its just let like may me might my no nor not of on or our please she should so some such than that the their them " +
    "then there these they this those to too up us was we were what when where which who whom whose why will with would " +
    "you your all also about any based don each given help ll m need per re s t d use used using ve via want"
  ).split(" "),
);
