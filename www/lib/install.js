/** What installs the package, for comments. In a shell, the parentheses are an error. `node scripts/release.mjs --published` removes them. */
export const INSTALL = "npm install edgebloom (not on npm yet)";
