import { Form as RouterForm, type FormProps } from 'react-router'

/** A form whose mistakes the server names, in our words beside the field: a browser's own bubble speaks the browser's language. */
export function Form(props: FormProps) {
  return <RouterForm noValidate {...props} />
}
