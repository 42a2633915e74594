import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import { successionApi } from '#protocol/succession.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { successionPages } from '#vocabulary/site-pages.ts'
import { askStatus } from '../ask-status.ts'
import { SuccessionFrame } from './frame.tsx'
import { SuccessionSheet } from './sheet.tsx'
import { StatusForm } from '../status-form.tsx'
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
  return (
    <SuccessionFrame title={TITLE}>
      {status === undefined ? (
        <>
          <StatusForm
            lead="受付のメールにある受付番号と、お手続きをした方の生年月日で確認できます。ログインは不要です。"
            notFound="お手続きが見つかりませんでした"
            numberLabel="受付番号"
            family="SC"
            birthLabel="お手続きをした方の生年月日"
            xsrfToken={loaderData.xsrfToken}
            typed={typed}
            refused={refused}
          />
        </>
      ) : (
        <SuccessionSheet status={status}>
          <ButtonLinkRow href={successionPages.status}>別のお手続きを確認する</ButtonLinkRow>
        </SuccessionSheet>
      )}
    </SuccessionFrame>
  )
}
