import { url } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

const phishing = new LiveFilter("http://localhost:8080/phishing/manifest.json", {
  keys: url,
  refreshEvery: Infinity,
  onError: console.error,
});

async function check({ url: address, tabId, frameId }) {
  if (frameId !== 0) return;
  await phishing.ready();
  if (!phishing.has(address)) return;
  const { [address]: isAllowed } = await chrome.storage.session.get(address);
  if (isAllowed) return;
  const warning = `warning.html?url=${encodeURIComponent(address)}`;
  await chrome.tabs.update(tabId, { url: chrome.runtime.getURL(warning) });
}

const pages = { url: [{ schemes: ["http", "https"] }] };
chrome.webNavigation.onBeforeNavigate.addListener(check, pages);
chrome.webNavigation.onCommitted.addListener(check, pages); // where a redirect has led

chrome.runtime.onInstalled.addListener(() => phishing.ready());
chrome.alarms.onAlarm.addListener(async () => (await phishing.ready()).refresh());
chrome.alarms.get("update").then((alarm) => alarm ?? chrome.alarms.create("update", { periodInMinutes: 60 }));
