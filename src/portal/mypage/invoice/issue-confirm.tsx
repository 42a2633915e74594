import type { ReactNode } from 'react'
import { ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
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
export function IssueConfirm(props: IssueConfirmProps) {
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
