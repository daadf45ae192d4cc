# A whole session as a person writes it who has a terminal and nothing else. What one command needs of another one comes from
# the JSON that it printed. The documents and the folder `photos` are there already.
set -euo pipefail

current='the beginning'
trap 'status=$?; [ "$status" = 0 ] || echo "The step \"$current\" failed with status $status." >&2' EXIT

step() { current=$1; }
# Prints a member of the JSON that it reads; one that is not there is an error.
pick() {
	node -p "const found = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))$1;
		if (found === undefined) throw new Error(process.argv[1] + ' is not there.');
		found" "$1"
}
# Fails unless what is there is what is expected, which is never nothing.
is() {
	[ -n "$1" ] && [ "$2" = "$1" ] && return
	echo "Expected \"$1\", but it is \"$2\"." >&2
	exit 1
}
# Fails where something is the same as before, or one of the two is not there.
differs() {
	[ -n "$1" ] && [ -n "$2" ] && [ "$2" != "$1" ] && return
	echo "Expected something else than \"$1\", but it is \"$2\"." >&2
	exit 1
}
# Fails unless a command ends with this status and this kind of failure; its answer stays in refused.json.
refused() {
	local status=0
	"${@:3}" --json > refused.json || status=$?
	is "$1 $2" "$status $(pick .error.kind < refused.json)"
}
# Makes the first fix of each finding, from the last place of a file to the first.
repair() {
	node - "$1" "$2" <<'END'
const { readFileSync, writeFileSync } = require('node:fs');
const [file, findings] = process.argv.slice(2);
const lines = readFileSync(file, 'utf8').split('\n');
const offset = ({ line, character }) => lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, character);
const edits = JSON.parse(readFileSync(findings, 'utf8')).findings.flatMap(({ fixes: [fix] }) => fix?.edits ?? []);
edits.sort((one, other) => offset(other.range.start) - offset(one.range.start));
let text = lines.join('\n');
for (const { range, newText } of edits)
	text = text.slice(0, offset(range.start)) + newText + text.slice(offset(range.end));
writeFileSync(file, text);
END
}

step 'whoami before the sign-in'
refused 7 auth easel whoami

step login
easel login --json > login.json
# For whoever looks afterwards whether its token is in what was printed.
cp -r "$EASEL_CONFIG" signed-in
is "$(pick .account < login.json)" "$(easel whoami --json | pick .account)"

step balance
easel balance --json > balance.json
[ "$(pick .microdollars < balance.json)" -gt 0 ]

step 'deployments list and get'
easel deployments list --json > deployments.json
model=$(pick ".deployments.find(({ name }) => name.startsWith('Harbour (')).id" < deployments.json)
easel deployments get "$model" --json > model.json
is "$(pick ".deployments.find(({ id }) => id === '$model').name" < deployments.json)" "$(pick .name < model.json)"

step 'deployments create'
easel deployments create --name "$(pick .name < model.json), by script" --workflow-id "$(pick .workflowId < model.json)" \
	--workflow-version "$(pick .workflowVersion < model.json)" --hardware TURING_16 --json > created.json
deployment=$(pick .id < created.json)
differs "$model" "$deployment"
is TURING_16 "$(easel deployments get "$deployment" --json | pick .hardware)"

step 'deployments update'
# Its instance lives long enough to be called.
easel deployments update "$deployment" --keep-warm-seconds 3600 --json > updated.json
is 3600 "$(easel deployments get "$deployment" --json | pick .keepWarmSeconds)"
refused 2 input easel deployments update "$deployment" --max-instances 0

step 'deployments pull'
easel deployments pull "$deployment" ours.deployment.yaml --json > pulled.json
file=$(pick .path < pulled.json)
is false "$(easel deployments pull "$deployment" "$file" --json | pick .changed)"

step 'plan without a difference'
easel plan "$file" --json > plan.json
is none "$(pick '.files[0].action' < plan.json)"

step 'plan with a difference'
sed 's/^queue_size: .*/queue_size: 4/' "$file" > changed && mv changed "$file"
status=0
easel deployments plan "$file" --json > plan.json || status=$?
is '1 queue_size' "$status $(pick '.files[0].changes[0].key' < plan.json)"
is "$(pick .queueSize < updated.json)" "$(easel deployments get "$deployment" --json | pick .queueSize)"

step apply
easel apply "$file" --json > applied.json
is true "$(pick '.files[0].applied' < applied.json)"
is "$(pick '.files[0].changes[0].after' < plan.json)" "$(easel deployments get "$deployment" --json | pick .queueSize)"

step 'check of a workflow'
easel check broken.json --json > findings.json
is value_not_in_list "$(pick '.findings[0].code' < findings.json)"
repair broken.json findings.json
is 0 "$(easel check broken.json --json | pick .findings.length)"

step 'run without a yes'
refused 5 canceled easel run broken.json --on "$deployment"

step 'run with a webhook that is none'
refused 2 input easel run broken.json --on "$deployment" --webhook http://example.com/done --yes

step run
easel run broken.json --on "$deployment" --set 6.text='a quiet pier' --seed 7 --webhook https://example.invalid/done \
	--save out --yes --json > run.json
run=$(pick .run.id < run.json)
is 'a quiet pier, 7' "$(pick .run.prompt < run.json), $(pick .run.seed < run.json)"
[ -s "$(pick '.saved[0]' < run.json)" ]

step 'runs show, result and list'
is succeeded "$(easel runs show "$run" --json | pick .state)"
is "$(pick '.files[0].bytes' < run.json)" "$(easel runs result "$run" --json | pick '.files[0].bytes')"
is "$run" "$(easel runs list --state succeeded --limit 1 --json | pick '.runs[0].id')"

step 'instances call'
instance=$(easel runs show "$run" --json | pick .instanceId)
easel instances call "$deployment" "$instance" system_stats --json > stats.json
is 200 "$(pick .status < stats.json)"
is "$(pick .hardware < created.json)" "$(pick .text < stats.json | pick '.devices[0].name')"
refused 5 canceled easel instances call "$deployment" "$instance" api/free --method POST --body '{}'

step 'runs again'
easel runs again "$run" --new-seed --yes --json > again.json
is "$(pick .run.prompt < run.json)" "$(pick .run.prompt < again.json)"
differs "$(pick .run.seed < run.json)" "$(pick .run.seed < again.json)"
is "$(pick .run.id < again.json),$run" "$(easel runs list --json | pick '.runs.map(({ id }) => id).join()')"

step 'runs save'
saved=$(easel runs save "$run" --to kept --json | pick '.paths[0]')
cmp "$saved" "$(pick '.saved[0]' < run.json)"
differs "$saved" "$(easel runs save "$run" --to kept --json | pick '.paths[0]')"

step 'runs cancel'
slow=$(easel run slow.json --on "$deployment" --no-wait --yes --json | pick .run.id)
is requested "$(easel runs cancel "$slow" --json | pick .outcome)"
status=0
easel runs show "$slow" --wait --json > canceled.json || status=$?
is '1 canceled' "$status $(pick .state < canceled.json)"
is notCancellable "$(easel runs cancel "$run" --json | pick .outcome)"

step 'runs delete'
refused 5 canceled easel runs delete "$slow"
easel runs delete "$slow" --yes --json > deleted.json
refused 2 notFound easel runs show "$(pick .id < deleted.json)"

step 'models search'
easel models search --limit 1 --json > models.json
easel models search text-to-image --category text-to-image --limit 1 --json > found.json
found=$(pick '.models[0].id' < found.json)
[ "$(pick .total < found.json)" -lt "$(pick .total < models.json)" ]

step 'models show and run'
is "$(pick '.models[0].name' < found.json)" "$(easel models show "$found" --json | pick .model.name)"
refused 2 input easel models run "$found" --inputs '{}' --yes
easel models run "$found" --inputs '{"prompt": "a quiet pier"}' --save out --yes --json > model-run.json
is "$found" "$(pick .run.target.id < model-run.json)"
[ -s "$(pick '.saved[0]' < model-run.json)" ]

step upload
easel upload photos --dataset shell_session --json > upload.json
is "ready 2" "$(pick .state < upload.json) $(pick .done < upload.json)"
refused 2 input easel upload photos --dataset shell_session

step 'datasets list and show'
dataset=$(pick .datasetId < upload.json)
is "$(pick .datasetName < upload.json)" "$(easel datasets list --json | pick ".datasets.find(({ id }) => id === '$dataset').name")"
is "$(ls photos | tr '\n' ' ')" "$(easel datasets show "$dataset" --json | pick ".files.map(({ name }) => name + ' ').join('')")"

step 'check of a configuration'
status=0
easel check lora.yaml --json > findings.json || status=$?
is 1 "$status"
refused 5 canceled easel train lora.yaml --yes
repair lora.yaml findings.json
is 0 "$(easel check lora.yaml --json | pick .findings.length)"

step train
easel train lora.yaml --yes --wait --json > job.json
job=$(pick .id < job.json)
is STOPPED "$(easel jobs show "$job" --json | pick .state)"
is "$job" "$(easel jobs list --json | pick '.jobs[0].id')"

step 'jobs samples and download'
last=$(pick .step < job.json)
is "$last" "$(easel jobs samples "$job" --json | pick '.samples.at(-1).step')"
checkpoint=$(easel jobs result "$job" --json | pick '.checkpoints.at(-1)')
easel jobs download "$job" "$checkpoint" models --json > download.json
is "$(pick .bytes < download.json)" "$(wc -c < "$(pick .path < download.json)" | tr -d ' ')"

step 'jobs edit and resume'
sed "s/steps: $last\>/steps: 90000/" lora.yaml > longer.yaml
is ended "$(easel jobs edit "$job" longer.yaml --yes --json | pick .phase)"
is moving "$(easel jobs resume "$job" --yes --json | pick .phase)"

step 'jobs cancel'
is CANCELED "$(easel jobs cancel "$job" --json | pick .state)"
status=0
easel jobs show "$job" --wait --json > job.json || status=$?
is '1 CANCELED' "$status $(pick .state < job.json)"

step 'datasets delete'
refused 5 canceled easel datasets delete "$dataset"
easel datasets delete "$dataset" --yes --json > deleted.json
refused 3 notFound easel datasets show "$(pick .id < deleted.json)"

step spending
# Four runs, a job, and the same job again.
easel spending --json > spending.json
is 6 "$(pick .starts.length < spending.json)"
is "$run" "$(pick ".starts.find(({ id }) => id === '$run').id" < spending.json)"
[ "$(easel balance --json | pick .microdollars)" -lt "$(pick .microdollars < balance.json)" ]

step 'deployments delete'
refused 5 canceled easel deployments delete "$deployment"
easel deployments delete "$deployment" --yes --json > deleted.json
refused 3 notFound easel deployments get "$(pick .id < deleted.json)"

step logout
is 1 "$(easel logout --json | pick .removed)"
refused 7 auth easel balance
