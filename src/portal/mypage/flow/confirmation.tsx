import type { Refusal } from '#vocabulary/refusal.ts'
import type { ReactNode } from 'react'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { Arrival } from '#portal/mypage/flow/confirm-form.tsx'
import { Side } from '#portal/mypage/flow/estimate-side.tsx'
import { RefusalNotice, type Queueing } from '#portal/mypage/flow/refusal.tsx'
import { Split } from '#ui/layout.tsx'
import type { SummaryEntry } from '#ui/summary-list.tsx'
import type { Permission } from '#protocol/procedure.ts'

type ConfirmationProps = {
  /** Names the key figures, for the eye and for the ear. */
  readonly title?: string
  readonly figures: readonly SummaryEntry[]
  readonly why: Permission
  readonly note: ArrivalNote | undefined
  readonly refused: Refusal | undefined
  readonly queueing?: Queueing | undefined
  /** The sheet to read and the form to send. */
  readonly children: ReactNode
}

/** 確認 of a procedure: what stands in its way, then the key figures (on phones too), then everything in full. */
export function Confirmation(props: ConfirmationProps) {
  const { title = 'お手続きの要点', figures, why, note, refused, queueing, children } = props
  return (
    <>
      <Arrival note={why.allowed ? note : undefined} />
      {refused === undefined ? null : <RefusalNotice reason={refused} answersPress />}
      {why.allowed || refused !== undefined ? null : (
        <RefusalNotice reason={why} {...(queueing === undefined ? {} : { queueing })} />
      )}
      <Split isSideFirst sideLabel={title} side={<Side title={title} entries={figures} />}>
        {children}
      </Split>
    </>
  )
}
