import { Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import { antiForgery } from '#protocol/conventions.ts'
import { successionApi } from '#protocol/succession.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#portal/fields/form.tsx'
import { successionPages } from '#vocabulary/site-pages.ts'
import { askStatus } from '../ask-status.ts'
import { SuccessionFrame } from './frame.tsx'
import { SuccessionSheet } from './sheet.tsx'
import type { Route } from './+types/status.ts'

const TITLE = '名義変更（承継）の状況'

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

export const loader = ({ context }: Route.LoaderArgs) => ({ xsrfToken: pageOf(context).xsrfToken })

export const action = askStatus(successionApi.successionStatusPost)

export const meta = () => pageMeta({ title: TITLE, noindex: true })

export default function SuccessionStatus({ loaderData, actionData }: Route.ComponentProps) {
  const typed = actionData?.typed ?? {}
  const status = actionData !== undefined && 'status' in actionData ? actionData.status : undefined
  const refused =
    actionData !== undefined && 'refused' in actionData ? actionData.refused : undefined
  const errors = errorsOf(refused)
  const errorOf = (name: string) => (errors[name] === undefined ? {} : { error: errors[name] })
  return (
    <SuccessionFrame title={TITLE}>
      {status === undefined ? (
        <>
          <p className="apply__lead">
            受付のメールにある受付番号と、お手続きをした方の生年月日で確認できます。ログインは要りません。
          </p>
          <Stopped refused={refused} title="お手続きが見つかりませんでした" />
          <Form method="post" className="form">
            <Hidden values={{ [antiForgery.field]: loaderData.xsrfToken }} />
            <Field
              name="orderNo"
              label="受付番号"
              required
              hint="「SC-」で始まる番号です。"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              defaultValue={typed['orderNo']}
              {...errorOf('orderNo')}
            />
            <Field
              name="birth"
              label="お手続きをした方の生年月日"
              required
              hint="例：1990年4月1日なら 19900401"
              inputMode="numeric"
              autoComplete="bday"
              defaultValue={typed['birth']}
              {...errorOf('birth')}
            />
            <Submit kind="primary">状況を確認する</Submit>
          </Form>
        </>
      ) : (
        <SuccessionSheet status={status}>
          <ButtonRow>
            <ButtonLink href={successionPages.status}>別のお手続きを確認する</ButtonLink>
          </ButtonRow>
        </SuccessionSheet>
      )}
    </SuccessionFrame>
  )
}
