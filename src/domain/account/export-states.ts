import { memberExportStateWords } from '#vocabulary/states/member-export.ts'
import { machine } from '../machine.ts'

/** The file of all that is stored about a member; it is deleted after its days. */
export const memberExportStates = machine({
  name: 'member-export',
  title: '情報の持ち出し',
  initial: 'none',
  states: memberExportStateWords,
  events: { asked: ['member'], gathered: ['system'], given_up: ['system'] },
  terminal: ['ready', 'failed'],
  table: {
    none: { asked: 'gathering' },
    gathering: { gathered: 'ready', given_up: 'failed' },
  },
})
