import type { ChangeStatus } from '#portal/mypage/shared/wire.ts'

type Row = Pick<ChangeStatus['operations'][number], 'operation' | 'allowed'>

/** What can be done about a lost phone now; undefined where no line can be stopped or resumed. */
export function lostEntryOf(operations: readonly Row[] | undefined): 'stop' | 'resume' | undefined {
  const may = (operation: Row['operation']) =>
    operations?.some((one) => one.operation === operation && one.allowed) === true
  if (operations === undefined || may('lineSuspend')) return 'stop'
  return may('lineResume') ? 'resume' : undefined
}
