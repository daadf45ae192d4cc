// `npm run campaign -- commands`: the command line behind an odd gateway, and a table of the drawn oddities.
import { parseArgs } from 'node:util';
import { report } from '../campaign/report.ts';
import { runCommands } from './campaign.ts';

const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: '1' },
		runs: { type: 'string', default: '600' },
		models: { type: 'string', default: '150' },
		uploads: { type: 'string', default: '80' },
		jobs: { type: 'string', default: '60' },
		speed: { type: 'string', default: '60' },
		keep: { type: 'boolean', default: false },
	},
});

let said = 0;
const sayNew = (problems: readonly string[]) => {
	for (const problem of problems.slice(said)) console.log(`  ${problem}`);
	said = problems.length;
};
const outcome = await runCommands({
	seed: values.seed,
	work: {
		runs: Number(values.runs),
		models: Number(values.models),
		uploads: Number(values.uploads),
		jobs: Number(values.jobs),
	},
	speed: Number(values.speed),
	keep: values.keep,
	onProgress(done, of, problems) {
		sayNew(problems);
		if (done % 50 === 0) console.log(`${done} of ${of}`);
	},
});
const { seconds, calls, commands, kills, problems, kinds, statuses, sums, folder } = outcome;
console.log(
	`seed ${values.seed}: ${commands} commands (${kills} killed) made ${calls} calls in ${seconds.toFixed(0)} s, ${problems.length} problems`,
);
sayNew(problems);
if (values.keep) console.log(`  ${folder}`);
report('Oddities', [kinds]);
report('Commands by exit status', [statuses]);
report('Sums', [new Map(Object.entries(sums))]);
process.exitCode = problems.length > 0 ? 1 : 0;
