import type { ComponentProps, ReactNode } from 'react'
import { IssuedView } from './issued.tsx'
import type { Issued } from './load.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'

type IssueConfirmProps = {
  readonly title: string
  readonly lead: string
  readonly keys: FormKeys
  /** Names the bill and the name on it: what is issued once is confirmed once. */
  readonly id: string
  readonly values: Readonly<Record<string, string>>
  /** The list. */
  readonly href: string
  readonly refused: Stayed['refused'] | undefined
  readonly children: ReactNode
}

/** 確認 of a paper: what will be printed, and the press that issues it. */
function IssueConfirm(props: IssueConfirmProps) {
  const { title, lead, keys, id, values, href, refused, children } = props
  return (
    <>
      <Stopped refused={refused} />
      <p>{lead}</p>
      {children}
      <ConfirmForm
        keys={keys}
        conditions={`${id}.first`}
        values={values}
        submitLabel={`${title}を発行する`}
        back={{ href, label: '一覧に戻る' }}
      />
    </>
  )
}

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
