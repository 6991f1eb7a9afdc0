const address = new URLSearchParams(location.search).get("url");

async function proceed() {
  await chrome.storage.session.set({ [address]: true });
  location.replace(address);
}

async function isListed() {
  const response = await fetch(`http://localhost:8080/listed?url=${encodeURIComponent(address)}`);
  return response.json();
}

const main = document.querySelector("main");
main.querySelector("code").textContent = address;
main.querySelector("button").onclick = proceed;

// Without an answer, the warning stays.
isListed().then(
  (listed) => (listed ? (main.hidden = false) : proceed()),
  () => (main.hidden = false),
);
