import type { ScheduledTask, Task } from '#backend/jobs/due-work.ts'

const hourly = (name: string) => ({ name, every: 'hour' }) as const
const daily = (name: string) => ({ name, every: 'day' }) as const

/**
 * All that falls due by the calendar, in the order in which it runs within one hour: at every hour's start, or in the first
 * hour of a day in Japan (`daily`). Above each stands the reason for its position.
 */
export const schedule: readonly Omit<ScheduledTask, 'run'>[] = [
  // What was asked of the carrier reaches it before the hour is counted.
  hourly('jobs at hand'),
  // Answers that got lost are fetched before anything is decided by them.
  hourly('carrier reconciliation'),
  // Checks that have ended move their orders before the hour's work looks at them.
  hourly('identity sessions'),
  // After the checks of the hour: what staff decided of those that failed.
  hourly('identity decisions'),
  // After decisions: the records of checks that a version before has passed.
  daily('identity records'),
  // Records of calls before the close, which bills them.
  hourly('calls'),
  // Order does not matter: rows of an older version are sealed.
  hourly('names of lines sealed'),
  // What waited begins as the member would now, before the month rollover changes what is allowed.
  hourly('queued procedures'),
  // Order does not matter: what the clock has closed to staff is said to be closed.
  hourly('opened records ended'),
  // Order does not matter: a list for staff.
  daily('lingering orders'),
  // Codes that ran out; before holds, which would wait for them.
  hourly('profile changes let go'),
  // Before anything is written about them again.
  hourly('accounts deleted'),
  // What waited for its holder goes out before the month rollover it was meant for.
  hourly('holds released'),
  // Order does not matter: what nobody has confirmed goes nowhere.
  hourly('holds without confirmation ended'),
  // Order does not matter: visits nobody came back from end.
  hourly('visits to the points partner'),
  // Order does not matter: repeats until every contract has its document.
  hourly('documents missing'),
  // After missing documents: of a change there is one of its own.
  hourly('documents of changes'),
  // Order does not matter.
  daily('paper copies'),
  // Month rollover begins: what the carrier has ported out is noted first.
  hourly('MNP numbers at the carrier'),
  // After the carrier's reports: a number that was used does not expire.
  hourly('MNP numbers expiring'),
  // Before cancellations: a line is handed over to the family even where its cancellation was booked meanwhile.
  hourly('lines changing hands'),
  // After the lines have changed hands.
  hourly('hand-overs of which one side has ended'),
  // After the hour's acceptances.
  daily('offers of lines expiring'),
  // After today's: the reminder counts from today.
  daily('lines changing hands tomorrow'),
  // Contracts end before sizes come into force and data is granted: an ended contract gets none.
  daily('cancellations due'),
  // After the cancellations of today: what was in the way may be over.
  hourly('cancellations waiting'),
  // Stops and ends for debt before data is granted: a contract that ends at 00:00 gets none.
  hourly('overdue'),
  // Before data is granted: the month's grant is of the new size.
  daily('plan size bookings'),
  // After contracts and lines have ended: their options end with them.
  daily('options that were left'),
  // After all that can end a line or a contract.
  hourly('options of what has ended'),
  // Order does not matter.
  daily('claims that waited in vain'),
  // Order does not matter: on the birthday, and when the time to answer is over.
  daily('consents of users who are 18'),
  // Order does not matter: they cannot be reopened any more.
  daily('tickets solved long ago'),
  // Order does not matter.
  hourly('locks lifted'),
  // After all that can end a line or a contract.
  hourly('family roles ended'),
  // After roles, with which those that were made by them end.
  hourly('connections ended'),
  // After all that can end a contract, before its ledger is charged: what comes back is there.
  hourly('gifts that come back'),
  // After the roles: with a role its requests are over.
  hourly('family requests ended'),
  // Order does not matter: by then nobody can approve them any more.
  hourly('approvals lapsed'),
  // Usage of the hour and the month's grant, after all that decides who gets how much.
  hourly('usage and ledger'),
  // After the ledger was charged with the records.
  daily('usage roll-up'),
  // After the import: late records are not differences.
  daily('usage reconciliation'),
  // Automatic purchases by the residual just settled; then the warnings, which count them.
  hourly('spending'),
  // After purchases: nobody is notified of little data who has just bought some.
  hourly('alerts'),
  // After all that ends an order: what is over can no longer be taken back.
  hourly('limits of undoing near'),
  // After the month rollover: a line opened by it gets its first data from the moment it opens.
  hourly('SIM orders at the carrier'),
  // After the carrier's states.
  hourly('SIM switch-over'),
  // After the checks of the hour.
  daily('SIM orders without identity'),
  // Before they are completed: what the carrier has switched back is noted first.
  hourly('phone moves at the carrier'),
  // After the carrier's states.
  hourly('phone moves completed'),
  // After the checks of the hour.
  hourly('phone moves without proof'),
  // After those whose time is over: nothing is posted for a move that has ended.
  hourly('phone move letters'),
  // Before the close: what is entered in time is on the month's bill.
  hourly('compensations'),
  // After usage, calls and everything that ends at the month rollover.
  hourly('month-close'),
  // After the close: they are spent on its bills.
  hourly('credits'),
  // After credits: the card is asked for what is left.
  hourly('collection'),
  // After collection: what was paid twice is known.
  hourly('refunds'),
  // After the payments of the hour.
  hourly('points'),
  // After the month's bills: what they give back may need one.
  hourly('return invoices'),
  // Contracts that begin in this hour are not counted in what ended with it.
  hourly('applications decided'),
  // After decisions, which make them.
  hourly('holders of contracts'),
  // After decisions: who has a decision is not reminded.
  hourly('applicants reminded'),
  // After the carrier's reports have opened their lines.
  hourly('applications concluded'),
  // After they were concluded.
  daily('answers of applications that are over'),
  // After reminders.
  hourly('expired drafts of applications'),
  // After the close: the bill of the hour is the former holder's.
  hourly('successions decided'),
  // After decisions of the hour.
  hourly('successions that pause a contract'),
  // After pauses: the 72 hours are over.
  hourly('successions carried out'),
  // Order does not matter.
  daily('successions without papers'),
  // Order does not matter.
  daily('drafts of successions'),
  // Order does not matter: a file not made within a day.
  hourly('exports given up'),
  // What no job has carried out; it is taken up by the next round of its area.
  hourly('staff decisions'),
  // After the decisions of the hour, which put items right.
  hourly('cases of gone items'),
  // After everything that still reads them.
  daily('rows kept long enough'),
  // After all that writes sealed values in the hour.
  hourly('sealed anew'),
  // After all that the hour has written of members; what comes later is sealed with the next.
  hourly('audits sealed'),
  // When all that was due in the hour is done.
  hourly('laws'),
  // After all that the hour tells: what quiet hours and reading have kept back goes with it.
  hourly('pushes and mails that waited'),
  // After all that the hour has closed and told: bills that are ready, and what waits for a receiver.
  hourly('webhooks'),
  // Last: what the tasks of the hour have queued is sent in the same hour.
  hourly('jobs that arose'),
]

/**
 * Puts the work of all areas in the order of the schedule.
 * @throws Error for work that the schedule does not name, that is there twice, or a name without work
 */
export function inOrder(work: readonly Task[], order = schedule): ScheduledTask[] {
  const left = new Map(work.map((task) => [task.name, task]))
  if (left.size < work.length) throw new Error('two tasks have the same name')
  const scheduled = order.map(({ name, every }) => {
    const task = left.get(name)
    if (task === undefined) throw new Error(`the schedule names ${name} once too often`)
    left.delete(name)
    return { ...task, every }
  })
  const unnamed = [...left.keys()]
  if (unnamed.length > 0) throw new Error(`not in the schedule: ${unnamed.join(', ')}`)
  return scheduled
}
