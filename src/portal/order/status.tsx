import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import { applicationApi } from '#protocol/application.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Page } from '#ui/layout.tsx'
import { loginAddress } from '#vocabulary/login.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { askStatus } from './ask-status.ts'
import { StatusSheet } from './status-sheet.tsx'
import { StatusForm } from './status-form.tsx'
import type { Route } from './+types/status.ts'

const TITLE = 'お申し込みの状況'

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

export function loader({ context }: Route.LoaderArgs) {
  const { xsrfToken, auth } = pageOf(context)
  return { xsrfToken, isSignedIn: auth.dmm_login }
}

export const action = askStatus(applicationApi.applicationStatusPost)

export const meta = () => pageMeta({ title: TITLE, noindex: true })

export default function OrderStatus({ loaderData, actionData }: Route.ComponentProps) {
  const { xsrfToken, isSignedIn } = loaderData
  const typed = actionData?.typed ?? {}
  const status = actionData !== undefined && 'status' in actionData ? actionData.status : undefined
  const refused =
    actionData !== undefined && 'refused' in actionData ? actionData.refused : undefined
  return (
    <Page className="apply">
      <Breadcrumb way={[orderCrumb]} here={TITLE} />
      <h1>{TITLE}</h1>
      {status === undefined ? (
        <>
          <StatusForm
            lead="受付のメールにある申込番号と、ご契約者の生年月日で確認できます。ログインは不要です。"
            notFound="お申し込みが見つかりませんでした"
            numberLabel="申込番号"
            family="AP"
            birthLabel="生年月日"
            xsrfToken={xsrfToken}
            typed={typed}
            refused={refused}
          />
          {isSignedIn ? (
            <p>
              <a href={orderPages.done}>このアカウントの申し込みを見る</a>
            </p>
          ) : null}
        </>
      ) : (
        <StatusSheet status={status}>
          {status.canWithdraw ? (
            <p>
              SIMの発送または開通が始まるまでは、取り消せます。
              <a href={isSignedIn ? orderPages.done : loginToWithdraw}>
                {isSignedIn ? '取り消しの手続きへ' : 'ログインして取り消す'}
              </a>
            </p>
          ) : null}
          <ButtonLinkRow href={orderPages.status}>別の申し込みを確認する</ButtonLinkRow>
        </StatusSheet>
      )}
    </Page>
  )
}

const orderCrumb = { href: orderPages.begin, label: 'お申し込み' }
const loginToWithdraw = loginAddress(orderPages.done)
