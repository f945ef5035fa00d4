/** Never answers `initialize`, nor anything else. */
process.stdin.resume();
setInterval(() => {}, 1_000);
