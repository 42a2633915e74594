import { defineProcedure } from '#backend/procedure/define.ts'
import { phoneMoveStates, workingSim } from '#domain/phone-move/move-states.ts'
import { phoneMovePage } from '#vocabulary/pages.ts'
import { holdHours } from '#vocabulary/proof.ts'
import { phoneMoveLaws } from './findings.ts'
import { deadlinesOf, isChecked, nextOf, pendingOf, todoOf, wordsOf } from './queries/status.ts'
import { letterAad, moveDetails } from './rows/details.ts'

/** 新しいスマホへの移行: a line's SIM goes to an eSIM in another phone, and back within a day (decision 112). */
export const phoneMove = defineProcedure({
  names: ['phoneMove'],
  machine: phoneMoveStates,
  details: moveDetails,
  sealed: ({ order_no: orderNo, details: { letterSealed } }) => [
    { value: letterSealed, aad: letterAad(orderNo) },
  ],
  holdHours: holdHours.phoneMove,
  course: (order) => [
    ...(isChecked(order) ? (['id_check'] as const) : []),
    'requested',
    'profile_ready',
    'downloaded',
    'seen',
    'switched',
    'completed',
  ],
  words: wordsOf,
  pending: pendingOf,
  next: nextOf,
  todo: todoOf,
  awaitsOtherSim: ({ state }) => workingSim(state) === 'before',
  page: ({ order_no: orderNo }) => ({ label: '移行の画面を開く', path: phoneMovePage(orderNo) }),
  finishesOn: () => undefined,
  deadlines: deadlinesOf,
  // On the page of its own, which says what becomes of both phones.
  mayCancel: () => ({ allowed: false }),
  whenLineEnded: { event: 'line_ended', merge: { letterSealed: null } },
  carrierServed: true,
  outlivesContract: true,
  oneAtATime: ['phoneMove'],
  laws: phoneMoveLaws,
})
