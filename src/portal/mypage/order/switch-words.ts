import { hasNumber } from '#vocabulary/line.ts'
import type { OrderedOperation } from '#vocabulary/operation.ts'

type Switched = {
  readonly operation: OrderedOperation
  readonly lines: readonly { readonly number: string }[]
}

/** What the switch-over ends: another SIM of ours, a contract elsewhere, or nothing at all. */
export function switchWords({ operation, lines }: Switched): string {
  if (operation !== 'lineOpen' && operation !== 'simAdd')
    return '切り替わると、いまのSIMは使えなくなり、新しいSIMで通信・通話できるようになります。'
  return lines.some(hasNumber)
    ? '切り替わると、電話番号がいまの契約先からこの回線に移り、通信・通話できるようになります。いまの契約先のご契約は、そのときに自動で解約になります。'
    : '切り替わると、この回線が開通し、通信できるようになります。'
}
