import { pointGrantStateWords } from '#vocabulary/states/point-grant.ts'
import { machine } from '../machine.ts'

/** Points of one bill at the partner. An answer that never came is looked up by the id of the grant, as often as it takes. */
export const pointGrantStates = machine({
  name: 'point-grant',
  title: 'ポイントの付与と取り消し',
  initial: 'sent',
  states: pointGrantStateWords,
  events: { no_answer: ['system'], moved: ['system'], refused: ['system'] },
  terminal: ['ok', 'refused'],
  table: {
    sent: { no_answer: 'unknown', moved: 'ok', refused: 'refused' },
    unknown: { no_answer: 'unknown', moved: 'ok', refused: 'refused' },
  },
})
