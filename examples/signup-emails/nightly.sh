set -e
list=https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main/disposable_email_blocklist.conf
curl -fsSo new.txt "$list"
test "$(wc -l < new.txt)" -gt 3000 # else the list is cut off
npx edgebloom build --static --error-rate 0.001 --keys email --never never.txt -o new.bloom new.txt
npx edgebloom verify -q new.bloom --keys email --list new.txt
test "$(npx edgebloom check new.bloom gmail.com outlook.com yahoo.com | grep -c ^no)" = 3
mv new.txt domains.txt
mv new.bloom disposable.bloom
