/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "play.title": "让它说谎",
  "play.lead": "随便输入没有添加过的词，直到它对某个词答“可能在”。每添加一个词，它就更容易说谎。",
  "play.more": "：换布局、改用计数器、折叠、测量",
  "play.workbench": "带着这些键去工作台",
  "play.caught": "被你抓到",
  "play.lies": "{count} 次",
  "play.tries": "试了 {count} 个词",
  "play.lied": "试了 {count} 个词，抓到它说谎 {lies} 次。",
  "play.unlucky": "连试 {count} 个词都没抓到，运气不太好。可以再添加几个键，或者点“找一个误判”。",
};
