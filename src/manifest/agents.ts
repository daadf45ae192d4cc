import type { Commands } from './table.ts';

export const agents = {
	'easel.mcpConfiguration': {
		title: 'Copy MCP Configuration',
		palette: 'easel.signedIn',
	},
} satisfies Commands;

/** Skills that are given to agents, by the folders in `media/skills`. */
export const skills: readonly string[] = ['easel-run-workflow', 'easel-train-lora', 'easel-compare-results'];

/** The texts for people of a tool for agents, in addition to its title; models read those of the tool itself. */
interface ShownTool {
	/** Name of a codicon. */
	readonly icon: string;
	/** In English; translations are in `package.nls.<language>.json`. */
	readonly description: string;
}

/** The icons and texts of the tools for agents that people see, by the names that they have in `src/core/agents`. */
export const shownTools: Readonly<Record<string, ShownTool>> = {
	list_deployments: { icon: 'server', description: 'Lists the deployments that a workflow can run on' },
	get_deployment: { icon: 'server', description: 'Shows the settings and the state of a deployment' },
	create_deployment: { icon: 'server-environment', description: 'Creates a deployment, after asking you' },
	update_deployment: {
		icon: 'server-environment',
		description: 'Changes settings of a deployment, after asking you',
	},
	delete_deployment: { icon: 'trash', description: 'Permanently deletes a deployment, after asking you' },
	call_instance_proxy: {
		icon: 'plug',
		description: 'Calls a route of the engine on an instance; asks you before changes',
	},
	submit_request: { icon: 'play', description: 'Runs a workflow or a model, after asking you' },
	list_requests: { icon: 'history', description: 'Lists the runs that were started from this computer' },
	get_request_status: { icon: 'pulse', description: 'Shows the progress of a run' },
	get_request_result: { icon: 'output', description: 'Lists the files and texts of a run' },
	show_result: {
		icon: 'file-media',
		description: 'Shows a model a picture that a run or a training has made',
	},
	submit_batch: { icon: 'run-all', description: 'Runs a workflow with several seeds, after asking you' },
	run_sweep: { icon: 'run-all', description: 'Runs a workflow with a table of values, after asking you' },
	get_batch: { icon: 'layers', description: 'Shows the progress of a batch of runs' },
	change_batch: {
		icon: 'debug-pause',
		description: 'Pauses, continues or cancels a batch of runs, after asking you',
	},
	cancel_request: { icon: 'debug-stop', description: 'Cancels a run or a training job, after asking you' },
	check_document: {
		icon: 'checklist',
		description: 'Checks a workflow document, a training configuration, a deployment file or a preset file',
	},
	convert_workflow: { icon: 'arrow-swap', description: 'Converts a workflow from UI format to API format' },
	list_inputs: {
		icon: 'symbol-field',
		description: 'Lists the inputs of a workflow by name, with their values',
	},
	search_models: { icon: 'search', description: 'Searches the catalog of models, with their prices' },
	upload_dataset: { icon: 'cloud-upload', description: 'Uploads a folder as a dataset, after asking you' },
	submit_training_job: { icon: 'mortar-board', description: 'Starts a training job, after asking you' },
	resume_training_job: { icon: 'debug-continue', description: 'Resumes a training job, after asking you' },
	get_training_job: {
		icon: 'graph-line',
		description: 'Shows the progress and the files of a training job',
	},
	download_checkpoint: {
		icon: 'cloud-download',
		description: 'Downloads a checkpoint of a training job',
	},
	list_datasets: { icon: 'database', description: 'Lists the datasets of the account' },
	get_balance: { icon: 'credit-card', description: "Shows the balance and today's spending" },
};
