set -e
export CLOUDFLARE_API_TOKEN=… CLOUDFLARE_ACCOUNT_ID=…
touch allow.txt
curl -fsSo all.txt "${1:-https://lists.example/domains.txt}"
grep -vxFf allow.txt all.txt > domains.txt
node daily.mjs
cp all.txt "all-$(LC_ALL=C date +%a).txt"
