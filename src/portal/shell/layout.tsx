import type { ReactNode } from 'react'
import type { PageFlags } from '#portal/page-setting.ts'
import type { Device, ExternalLinks, Navigation } from '#portal/context.ts'
import { brand } from '#brand'

export type ShellData = {
  auth: { mvno_member: boolean; dmm_login: boolean }
  device: Device
  links: ExternalLinks
  navigation: Navigation
  noNavigation: boolean
}

export function Layout({
  shell,
  flags,
  children,
}: {
  shell: ShellData
  flags: PageFlags
  children: ReactNode
}) {
  return (
    <>
      <a className="visually-hidden" href="#main">
        本文へ移動する
      </a>
      {flags.isMvnoHeader && !shell.noNavigation ? (
        <header>
          <a href="/">{brand.service}</a>
          {shell.auth.mvno_member || !shell.auth.dmm_login ? (
            <a href="/mypage/top.html">マイページ</a>
          ) : null}
        </header>
      ) : null}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {flags.isMvnoFooter && !shell.noNavigation ? <footer>{brand.company}</footer> : null}
    </>
  )
}
