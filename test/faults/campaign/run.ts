// `npm run campaign`: everything under all seeds, and a table of the drawn oddities.
import { parseArgs } from 'node:util';
import { type CampaignOutcome, runCampaign } from './campaign.ts';
import { report } from './report.ts';

const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '1-20' },
		kinds: { type: 'string' },
		runs: { type: 'string', default: '100' },
		models: { type: 'string', default: '25' },
		uploads: { type: 'string', default: '15' },
		jobs: { type: 'string', default: '10' },
		kills: { type: 'string', default: '3' },
		speed: { type: 'string', default: '20' },
		patience: { type: 'string', default: '600' },
		keep: { type: 'boolean', default: false },
	},
});

const [first = 1, last = first] = values.seeds.split('-').map(Number);
const work = {
	runs: Number(values.runs),
	models: Number(values.models),
	uploads: Number(values.uploads),
	jobs: Number(values.jobs),
};
const outcomes: CampaignOutcome[] = [];
for (let seed = first; seed <= last; seed++) {
	const outcome = await runCampaign({
		contrary: values.kinds === undefined ? String(seed) : `${seed}:${values.kinds}`,
		work,
		kills: Number(values.kills),
		speed: Number(values.speed),
		patienceMs: Number(values.patience) * 1000,
		keep: values.keep,
	});
	outcomes.push(outcome);
	const { seconds, calls, windowKills, sandboxKills, problems, folder } = outcome;
	const killed = `window killed ${windowKills} times, sandbox ${sandboxKills} times`;
	console.log(
		`seed ${seed}: ${calls} calls in ${seconds.toFixed(0)} s, ${killed}, ${problems.length} problems`,
	);
	for (const problem of problems) console.log(`  ${problem}`);
	if (values.keep) console.log(`  ${folder}`);
}
report(
	'Oddities',
	outcomes.map(({ kinds }) => kinds),
);
report(
	'Sums',
	outcomes.map(({ sums }) => new Map(Object.entries(sums))),
);
process.exitCode = outcomes.some(({ problems }) => problems.length > 0) ? 1 : 0;
