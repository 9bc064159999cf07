/** An email address, which breaks after its @ where space is limited. */
export const EmailText = ({ children: email }: { children: string }) => {
  const [name, domain] = email.split('@')
  return (
    <bdi dir="ltr">
      {name}@<wbr />
      {domain}
    </bdi>
  )
}
