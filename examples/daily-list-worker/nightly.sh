set -e
export CLOUDFLARE_API_TOKEN=… CLOUDFLARE_ACCOUNT_ID=…
curl -fsSo new.txt "${1:-https://lists.example/domains.txt}"
test "$(wc -l < new.txt)" -ge 1900000 || { echo "The list is cut off" >&2; exit 1; }
mv new.txt domains.txt
node daily.mjs
cp domains.txt "domains-$(LC_ALL=C date +%a).txt"
