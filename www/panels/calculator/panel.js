// To be written.

export function start() {}
