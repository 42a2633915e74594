import type { Contract } from '#portal/mypage/shared/wire.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { pages } from '#vocabulary/pages.ts'
import { firstDataWords } from './first-month.ts'

/** In the place of data, before the line opens: what there will be, and where the order stands. */
export function NotOpen({ contract }: { readonly contract: Contract }) {
  return (
    <EmptyState
      title="回線はまだ開通していません"
      action={<ButtonLink href={pages.orders}>お申し込みの状況を見る</ButtonLink>}
    >
      {firstDataWords(contract)}
    </EmptyState>
  )
}
