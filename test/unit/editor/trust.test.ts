import assert from 'node:assert/strict';
import { silentLog } from '../../../src/core/base/log.ts';
import { registerCommands } from '../../../src/editor/shell/commands.ts';
import { commandIds } from '../../../src/editor/shell/ids.ts';
import { sendingCommands } from '../../../src/editor/shell/trust.ts';
import { editor, workspace } from '../support/vscode.ts';

/** Commands that send nothing of what is in the workspace: they show, ask, and act on what the service or this computer has. */
const others = `
	showLog getStarted openSample runModel useCheckpointAsLora showRun showLastResult showContactSheet cancelRun comparePictures
	copyRequestId freeInstance openNodeInfo callInstance removeRun filterRuns clearRunFilter showOlderRuns starRun unstarRun
	editRunNote writeSeedBack writeInputsBack showSentRequest compareSentDocument compareRunPictures showRunPictures exportRuns
	setPartnerKey removePartnerKey refreshDeployments filterDeployments clearDeploymentFilter showMoreDeployments showMoreRuns
	enableDeployment disableDeployment newDeployment editDeployment deleteDeployment restoreDeployment pullDeployment planDeployment
	openSavedWorkflow openReadme copyDeploymentId copyDeploymentAsCurl signIn signOut pasteToken whoAmI showBalance showSpending
	switchConnection accountActions startSandbox stopSandbox resetSandbox listenForWebhooks stopListening reportRunsHere
	stopReportingRuns copyWebhookAddress setPublicWebhookAddress forwardWebhooks sendExampleWebhook showWebhookEvent showRunOfWebhook
	copyWebhookEvent resendWebhookEvents resendWebhookEventsTwice resendWebhookEventsInReverse filterWebhookEvents clearWebhookFilter
	clearWebhookEvents showMoreWebhookEvents searchModels filterModels clearModelFilter chooseModelKind refreshModels showMoreModels
	openModelPage openModelInBrowser copyModelId copyModelAsCurl copyModelAsPython copyModelAsTypeScript addModelFavorite
	removeModelFavorite showSamples showGraph convertWorkflow extractWorkflow compareWithSaved showComparisonDiff closeComparison
	revealChange refreshDatasets showMoreDatasets copyDatasetName copyDatasetPath insertDataset copyDatasetFileList
	saveDatasetFileList deleteDataset editCaptions newTrainingConfiguration trackJob exportJobs importJobs refreshJob showMoreJobs
	showJob cancelJob resumeJob editJob openJobConfiguration copyJobId removeJob downloadCheckpoint copyCheckpointAddress
	showCheckpointMetadata trackDemoJobs freeEngineMemory interruptEngine refreshEngineNodeInfo openEngine setEngineToken
`.split(/\s+/);

describe('an untrusted workspace', () => {
	afterEach(() => editor.reset());

	it('is known to every command: each either sends nothing of it or is refused there', () => {
		const known = [...others.filter(Boolean).map((name) => `easel.${name}`), ...sendingCommands];
		assert.deepEqual(known.toSorted(), [...commandIds].toSorted());
	});

	for (const id of sendingCommands) {
		it(`does not get as far as the handler of ${id}`, async () => {
			let called = 0;
			registerCommands(silentLog, { [id]: () => ++called });
			Object.assign(workspace, { isTrusted: false });
			await editor.handlers.get(id)?.();
			assert.equal(called, 0);
			const [message, ...more] = editor.messages;
			assert.match(message?.text ?? '', /^Easel sends nothing from an untrusted workspace/);
			assert.deepEqual([message?.buttons, more], [['Manage Workspace Trust'], []]);
			Object.assign(workspace, { isTrusted: true });
			await editor.handlers.get(id)?.();
			assert.equal(called, 1);
		});
	}
});
