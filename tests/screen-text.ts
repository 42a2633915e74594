import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'

/** The words of a part of a screen, as the server renders it: without the build that a whole page takes. */
export function screenText<Props extends object>(Part: ComponentType<Props>, props: Props): string {
  const Component = () => createElement(Part, props)
  const Stub = createRoutesStub([{ path: '/', Component }])
  return renderToStaticMarkup(createElement(Stub)).replaceAll(/<[^>]+>/g, ' ')
}
