// The anchor of rendering: the same page as a tree of React elements, rendered by renderToString and nothing else.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

type Node = DefaultTreeAdapterTypes.Node

const names: Record<string, string> = { class: 'className', for: 'htmlFor', charset: 'charSet' }
const page = parse(readFileSync(process.env['BODY_FILE'] ?? '', 'utf8'))

function toReact(node: Node, key: number): ReactNode {
  if ('value' in node) return node.value
  if (!('tagName' in node)) return null
  const attributes = node.attrs
    .filter(({ name }) => name !== 'style' && !name.startsWith('on') && name !== 'selected')
    .map(({ name, value }) => [names[name] ?? name, value])
  const props = { key, ...Object.fromEntries(attributes) }
  const children = node.childNodes.map(toReact)
  if (node.tagName === 'script' || node.tagName === 'style')
    return createElement(node.tagName, {
      ...props,
      dangerouslySetInnerHTML: {
        __html: node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''),
      },
    })
  return children.length === 0
    ? createElement(node.tagName, props)
    : createElement(node.tagName, props, children)
}

createServer((_, response) => {
  const html = `<!doctype html>${renderToString(page.childNodes.map(toReact))}`
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end(html)
}).listen(Number(process.env['PORT']), () => process.stdout.write('ready\n'))
