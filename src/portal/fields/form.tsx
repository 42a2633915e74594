import type { ComponentProps } from 'react'
import { Form as RouterForm } from 'react-router'

/** A form whose mistakes the server names, in our words beside the field: a browser's own bubble speaks the browser's language. */
export function Form(props: ComponentProps<typeof RouterForm>) {
  return <RouterForm noValidate {...props} />
}
