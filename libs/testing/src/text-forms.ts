/** Returns a form that uploads text as a file. */
export const textForm = (text: string, name = 'rows.csv', type = 'text/csv'): FormData => {
  const form = new FormData()
  form.append('file', new Blob([text], { type }), name)
  return form
}
