import type { ReactNode } from 'react'
import { GoOn, type GoOnProps } from '#portal/mypage/flow/go-on.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Page } from '#ui/layout.tsx'
import { holderPage, successionPages } from '#vocabulary/site-pages.ts'

export const APPLY_TITLE = '名義変更（承継）のお手続き'

const about = { href: successionPages.about, label: 'ご契約者が亡くなったとき' }

/** A page of the succession: where one is, the question, and nothing else. */
export function SuccessionFrame({
  title,
  isStep = false,
  press,
  keys,
  children,
}: {
  readonly title: string
  /** One of the forms that the list of what is to be done leads to. */
  readonly isStep?: boolean
  /** What was pressed here before the login. */
  readonly press?: GoOnProps['press'] | undefined
  readonly keys?: FormKeys
  readonly children: ReactNode
}) {
  const list = isStep ? [{ href: successionPages.apply, label: 'お手続き' }] : []
  return (
    <Page className="apply succession">
      <Breadcrumb way={[{ href: holderPage, label: '名義変更' }, about, ...list]} here={title} />
      <h1>{title}</h1>
      {press && keys ? <GoOn press={press} xsrfToken={keys.xsrfToken} /> : null}
      {children}
    </Page>
  )
}
