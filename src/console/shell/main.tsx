import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'

type MainProps = { readonly className: string; readonly children: ReactNode }

/** The page. While another one is on its way it says so at once: a link has no button that could. */
export function Main({ className, children }: MainProps) {
  const { state } = useNavigation()
  return (
    <main className={className} id="main" tabIndex={-1} aria-busy={state !== 'idle'}>
      {children}
    </main>
  )
}
