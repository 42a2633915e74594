import type { ScheduledTask, Task } from '#backend/jobs/due-work.ts'

/**
 * All that falls due by the calendar, in the order in which it runs within one hour: at every hour's start (`hour`), or in
 * the first hour of a day in Japan (`day`), each with the reason for its position.
 */
export const schedule: readonly (readonly [
  name: string,
  every: ScheduledTask['every'],
  why: string,
])[] = [
  ['jobs at hand', 'hour', 'What was asked of the carrier reaches it before the hour is counted.'],
  [
    'carrier reconciliation',
    'hour',
    'Answers that got lost are fetched before anything is decided by them.',
  ],
  [
    'identity sessions',
    'hour',
    "Checks that have ended move their orders before the hour's work looks at them.",
  ],
  [
    'identity decisions',
    'hour',
    'After the checks of the hour: what staff decided of those that failed.',
  ],
  [
    'identity records',
    'day',
    'After decisions: the records of checks that a version before has passed.',
  ],
  ['calls', 'hour', 'Records of calls before the close, which bills them.'],
  ['names of lines sealed', 'hour', 'Order does not matter: rows of an older version are sealed.'],
  [
    'queued procedures',
    'hour',
    'What waited begins as the member would now, before the month rollover changes what is allowed.',
  ],
  [
    'opened records ended',
    'hour',
    'Order does not matter: what the clock has closed to staff is said to be closed.',
  ],
  ['lingering orders', 'day', 'Order does not matter: a list for staff.'],
  [
    'profile changes let go',
    'hour',
    'Codes that ran out; before holds, which would wait for them.',
  ],
  ['accounts deleted', 'hour', 'Before anything is written about them again.'],
  [
    'holds released',
    'hour',
    'What waited for its holder goes out before the month rollover it was meant for.',
  ],
  [
    'holds without confirmation ended',
    'hour',
    'Order does not matter: what nobody has confirmed goes nowhere.',
  ],
  [
    'visits to the points partner',
    'hour',
    'Order does not matter: visits nobody came back from end.',
  ],
  [
    'documents missing',
    'hour',
    'Order does not matter: repeats until every contract has its document.',
  ],
  ['documents of changes', 'hour', 'After missing documents: of a change there is one of its own.'],
  ['paper copies', 'day', 'Order does not matter.'],
  [
    'MNP numbers at the carrier',
    'hour',
    'Month rollover begins: what the carrier has ported out is noted first.',
  ],
  [
    'MNP numbers expiring',
    'hour',
    "After the carrier's reports: a number that was used does not expire.",
  ],
  [
    'lines changing hands',
    'hour',
    'Before cancellations: a line is handed over to the family even where its cancellation was booked meanwhile.',
  ],
  ['hand-overs of which one side has ended', 'hour', 'After the lines have changed hands.'],
  ['offers of lines expiring', 'day', "After the hour's acceptances."],
  ['lines changing hands tomorrow', 'day', "After today's: the reminder counts from today."],
  [
    'cancellations due',
    'day',
    'Contracts end before sizes come into force and data is granted: an ended contract gets none.',
  ],
  [
    'cancellations waiting',
    'hour',
    'After the cancellations of today: what was in the way may be over.',
  ],
  [
    'overdue',
    'hour',
    'Stops and ends for debt before data is granted: a contract that ends at 00:00 gets none.',
  ],
  ['plan size bookings', 'day', "Before data is granted: the month's grant is of the new size."],
  [
    'options that were left',
    'day',
    'After contracts and lines have ended: their options end with them.',
  ],
  ['options of what has ended', 'hour', 'After all that can end a line or a contract.'],
  ['claims that waited in vain', 'day', 'Order does not matter.'],
  [
    'consents of users who are 18',
    'day',
    'Order does not matter: on the birthday, and when the time to answer is over.',
  ],
  ['tickets solved long ago', 'day', 'Order does not matter: they cannot be reopened any more.'],
  ['locks lifted', 'hour', 'Order does not matter.'],
  ['family roles ended', 'hour', 'After all that can end a line or a contract.'],
  ['connections ended', 'hour', 'After roles, with which those that were made by them end.'],
  [
    'gifts that come back',
    'hour',
    'After all that can end a contract, before its ledger is charged: what comes back is there.',
  ],
  ['family requests ended', 'hour', 'After the roles: with a role its requests are over.'],
  ['approvals lapsed', 'hour', 'Order does not matter: by then nobody can approve them any more.'],
  [
    'usage and ledger',
    'hour',
    "Usage of the hour and the month's grant, after all that decides who gets how much.",
  ],
  ['usage roll-up', 'day', 'After the ledger was charged with the records.'],
  ['usage reconciliation', 'day', 'After the import: late records are not differences.'],
  [
    'spending',
    'hour',
    'Automatic purchases by the residual just settled; then the warnings, which count them.',
  ],
  [
    'alerts',
    'hour',
    'After purchases: nobody is notified of little data who has just bought some.',
  ],
  [
    'limits of undoing near',
    'hour',
    'After all that ends an order: what is over can no longer be taken back.',
  ],
  [
    'SIM orders at the carrier',
    'hour',
    'After the month rollover: a line opened by it gets its first data from the moment it opens.',
  ],
  ['SIM switch-over', 'hour', "After the carrier's states."],
  ['SIM orders without identity', 'day', 'After the checks of the hour.'],
  [
    'phone moves at the carrier',
    'hour',
    'Before they are completed: what the carrier has switched back is noted first.',
  ],
  ['phone moves completed', 'hour', "After the carrier's states."],
  ['phone moves without proof', 'hour', 'After the checks of the hour.'],
  [
    'phone move letters',
    'hour',
    'After those whose time is over: nothing is posted for a move that has ended.',
  ],
  ['compensations', 'hour', "Before the close: what is entered in time is on the month's bill."],
  ['month-close', 'hour', 'After usage, calls and everything that ends at the month rollover.'],
  ['credits', 'hour', 'After the close: they are spent on its bills.'],
  ['collection', 'hour', 'After credits: the card is asked for what is left.'],
  ['refunds', 'hour', 'After collection: what was paid twice is known.'],
  ['points', 'hour', 'After the payments of the hour.'],
  ['return invoices', 'hour', "After the month's bills: what they give back may need one."],
  [
    'applications decided',
    'hour',
    'Contracts that begin in this hour are not counted in what ended with it.',
  ],
  ['holders of contracts', 'hour', 'After decisions, which make them.'],
  ['applicants reminded', 'hour', 'After decisions: who has a decision is not reminded.'],
  ['applications concluded', 'hour', "After the carrier's reports have opened their lines."],
  ['answers of applications that are over', 'day', 'After they were concluded.'],
  ['expired drafts of applications', 'hour', 'After reminders.'],
  ['successions decided', 'hour', "After the close: the bill of the hour is the former holder's."],
  ['successions that pause a contract', 'hour', 'After decisions of the hour.'],
  ['successions carried out', 'hour', 'After pauses: the 72 hours are over.'],
  ['successions without papers', 'day', 'Order does not matter.'],
  ['drafts of successions', 'day', 'Order does not matter.'],
  ['exports given up', 'hour', 'Order does not matter: a file not made within a day.'],
  [
    'staff decisions',
    'hour',
    'What no job has carried out; it is taken up by the next round of its area.',
  ],
  ['cases of gone items', 'hour', 'After the decisions of the hour, which put items right.'],
  ['rows kept long enough', 'day', 'After everything that still reads them.'],
  ['sealed anew', 'hour', 'After all that writes sealed values in the hour.'],
  [
    'audits sealed',
    'hour',
    'After all that the hour has written of members; what comes later is sealed with the next.',
  ],
  ['laws', 'hour', 'When all that was due in the hour is done.'],
  [
    'pushes and mails that waited',
    'hour',
    'After all that the hour tells: what quiet hours and reading have kept back goes with it.',
  ],
  [
    'webhooks',
    'hour',
    'After all that the hour has closed and told: bills that are ready, and what waits for a receiver.',
  ],
  [
    'jobs that arose',
    'hour',
    'Last: what the tasks of the hour have queued is sent in the same hour.',
  ],
]

/**
 * Puts the work of all areas in the order of the schedule.
 * @throws Error for work that the schedule does not name, that is there twice, or a name without work
 */
export function inOrder(work: readonly Task[], order = schedule): ScheduledTask[] {
  const left = new Map(work.map((task) => [task.name, task]))
  if (left.size < work.length) throw new Error('two tasks have the same name')
  const scheduled = order.map(([name, every]) => {
    const task = left.get(name)
    if (task === undefined) throw new Error(`the schedule names ${name} once too often`)
    left.delete(name)
    return { ...task, every }
  })
  const unnamed = [...left.keys()]
  if (unnamed.length > 0) throw new Error(`not in the schedule: ${unnamed.join(', ')}`)
  return scheduled
}
