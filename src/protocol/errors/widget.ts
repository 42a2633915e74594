import { type ErrorTable, conflict } from './error-table.ts'

/** Of widgets. */
export const widgetErrors = {
  WIDGETS_FULL: conflict(
    '作れるウィジェットは6個までです。使わないものを消してから、作ってください。',
    'The contract has as many widgets as it may',
  ),
} as const satisfies ErrorTable
