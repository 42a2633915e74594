import { lineCapStateWords } from '#vocabulary/states/line-cap.ts'
import { machine } from '../machine.ts'

/**
 * A line at its cap: low speed until the day or the month is over, the cap is raised or taken away, more is allowed for
 * today (by the holder, or by the answer to a request), or a correction of the carrier brings the line below it.
 */
export const lineCapStates = machine({
  name: 'lineCap',
  title: '回線の上限',
  initial: 'within',
  states: lineCapStateWords,
  events: {
    reached: ['system', 'member', 'carrier'],
    period_over: ['system'],
    lifted: ['system', 'member', 'carrier'],
    line_ended: ['system', 'member', 'carrier'],
  },
  terminal: ['lifted'],
  table: {
    within: { reached: 'reached' },
    reached: { period_over: 'lifted', lifted: 'lifted', line_ended: 'lifted' },
  },
})
