import { Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import { applicationApi } from '#protocol/application.ts'
import { antiForgery } from '#protocol/conventions.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#portal/fields/form.tsx'
import { Page } from '#ui/layout.tsx'
import { loginAddress } from '#vocabulary/login.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { askStatus } from './ask-status.ts'
import { StatusSheet } from './status-sheet.tsx'
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
  const errors = errorsOf(refused)
  const errorOf = (name: string) => (errors[name] === undefined ? {} : { error: errors[name] })
  return (
    <Page className="apply">
      <Breadcrumb way={[orderPlace]} here={TITLE} />
      <h1>{TITLE}</h1>
      {status === undefined ? (
        <>
          <p className="apply__lead">
            受付のメールにある受付番号と、ご契約者の生年月日で確認できます。ログインは要りません。
          </p>
          <Stopped refused={refused} title="お申し込みが見つかりませんでした" />
          <Form method="post" className="form">
            <Hidden values={{ [antiForgery.field]: xsrfToken }} />
            <Field
              name="orderNo"
              label="受付番号"
              required
              hint="「AP-」で始まる番号です。"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              defaultValue={typed['orderNo']}
              {...errorOf('orderNo')}
            />
            <Field
              name="birth"
              label="生年月日"
              required
              hint="例：1990年4月1日なら 19900401"
              inputMode="numeric"
              autoComplete="bday"
              defaultValue={typed['birth']}
              {...errorOf('birth')}
            />
            <Submit kind="primary">状況を確認する</Submit>
          </Form>
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
          <ButtonRow>
            <ButtonLink href={orderPages.status}>別の申し込みを確認する</ButtonLink>
          </ButtonRow>
        </StatusSheet>
      )}
    </Page>
  )
}

const orderPlace = { href: orderPages.begin, label: 'お申し込み' }
const loginToWithdraw = loginAddress(orderPages.done)
