import type { ComponentProps, ReactNode } from 'react'
import { IssueConfirm } from './issue-confirm.tsx'
import { IssuedView } from './issued.tsx'
import type { Issued } from './load.ts'

type IssueStepsProps = Pick<
  ComponentProps<typeof IssueConfirm>,
  'title' | 'lead' | 'keys' | 'refused' | 'href'
> & {
  readonly step: 'confirm' | 'issued'
  readonly isNew: boolean
  /** Names what is confirmed. */
  readonly id: string
  /** What the forms name; 確認 may name more. */
  readonly values: Readonly<Record<string, string>>
  readonly confirmedValues?: Readonly<Record<string, string>> | undefined
  readonly issued?: Issued | undefined
  readonly paper: ReactNode
  readonly belowPaper?: ReactNode
  readonly belowIssued?: ReactNode
}

/** 確認 or the issued paper: the same for invoices and return invoices. */
export function IssueSteps(props: IssueStepsProps) {
  const { title, lead, keys, refused, href, id, values, paper, issued, isNew } = props
  if (props.step === 'confirm')
    return (
      <IssueConfirm
        {...{ title, lead, keys, id, href, refused }}
        values={{ ...values, ...props.confirmedValues }}
      >
        {paper}
        {props.belowPaper}
      </IssueConfirm>
    )
  if (issued === undefined) return null
  const back = { href, label: `${title}の一覧に戻る` }
  return (
    <IssuedView {...{ title, issued, isNew, keys, values, back, refused }}>
      {paper}
      {props.belowIssued}
    </IssuedView>
  )
}
