import type { ReactNode } from 'react'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { Arrival, ConfirmForm, type ConfirmFormProps } from '#portal/mypage/flow/confirm-form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice, type Queueing } from '#portal/mypage/flow/refusal.tsx'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import type { Permission } from '#protocol/procedure.ts'

/** What every 確認 is given: how one came here, the keys of its form, and what came back from the last press. */
export type AtReview = Partial<Stayed> & {
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

export type ReviewProps = Omit<AtReview, 'keys'> & {
  /** What it is about, what it costs and from when. */
  readonly stage: ReactNode
  /** What changes, and until when it can be undone: all that is read before the button. */
  readonly facts: readonly SummaryEntry[]
  readonly why: Pick<Permission, 'allowed'> & Parameters<typeof RefusalNotice>[0]['reason']
  readonly refusalTitle?: string | undefined
  /** What the fields of this page are called, for the summary of what to mend. */
  readonly labels?: Readonly<Record<string, string>>
  /** Above why the last press did not lead on. */
  readonly stoppedTitle?: string | undefined
  readonly queueing?: Queueing | undefined
  readonly form: Omit<ConfirmFormProps, 'refused' | 'typed'>
  /** Where one chooses anew. */
  readonly back: { readonly href: string; readonly label: string }
  /** Notices before everything else. */
  readonly head?: ReactNode
  /** What must be read before the box is ticked. */
  readonly read?: ReactNode
  /** The rest, folded. */
  readonly children?: ReactNode
}

/** 確認 of a procedure: what is in its way, the key figures, the button; then the rest, folded. */
export function Review(props: ReviewProps) {
  const { stage, facts, why, note, refused, queueing, form, back } = props
  // What the last press found to be done already is no change that is still to come.
  if (refused !== undefined && !why.allowed)
    return (
      <div className="review">
        <div className="review__main flow">
          <Stopped refused={refused} title={props.stoppedTitle} labels={props.labels} />
          <ButtonLink href={back.href}>{back.label}</ButtonLink>
        </div>
      </div>
    )
  return (
    <div className="review">
      <div className="review__main flow">
        <Arrival note={why.allowed ? note : undefined} />
        <Stopped refused={refused} title={props.stoppedTitle} labels={props.labels} />
        {why.allowed || refused !== undefined ? null : (
          <RefusalNotice title={props.refusalTitle} reason={why} queueing={queueing} />
        )}
        {props.head}
        {stage}
        <Card id="change" className="card review__facts">
          <SummaryList entries={facts} />
        </Card>
        {props.read}
      </div>
      <div className="review__act flow">
        {why.allowed ? (
          <ConfirmForm
            {...form}
            keys={sameRequest(form.keys, props)}
            refused={refused}
            typed={props.typed}
          />
        ) : null}
      </div>
      <div className="review__rest flow">
        <div className="folds">{props.children}</div>
        <ButtonLink href={back.href}>{back.label}</ButtonLink>
      </div>
    </div>
  )
}

/**
 * A press whose answer was lost is pressed again under its own key, also where 確認 was drawn anew, without script, with a
 * key for another request.
 */
const sameRequest = (keys: FormKeys, { refused, typed }: Partial<Stayed>): FormKeys =>
  refused?.code === 'OUTCOME_UNKNOWN' ? { ...keys, draft: typed?.['draft'] ?? keys.draft } : keys
