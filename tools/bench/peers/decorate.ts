import 'reflect-metadata'

// Applies decorators by hand, like compiled code, because Node strips types but does not support decorators.

type Class = abstract new (...parameters: never[]) => object

export const decorateClass = (target: Class, ...decorators: ClassDecorator[]): void => {
  for (const decorator of decorators) decorator(target as never)
}

/** Applies decorators to a property, such as a validation rule. */
export const decorateProperty = (target: Class, name: string, ...decorators: PropertyDecorator[]): void => {
  for (const decorator of decorators) decorator(target.prototype as object, name)
}

/** Applies decorators to a method and its parameters, with the parameter types. */
export const decorateMethod = (
  target: Class,
  name: string,
  decorators: MethodDecorator[],
  parameters: readonly (readonly [type: object, decorator: ParameterDecorator])[],
): void => {
  const prototype = target.prototype as object
  for (const [index, [, decorator]] of parameters.entries()) decorator(prototype, name, index)
  Reflect.defineMetadata(
    'design:paramtypes',
    parameters.map(([type]) => type),
    prototype,
    name,
  )
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!
  for (const decorator of decorators) decorator(prototype, name, descriptor)
}

/** Applies decorators to the parameters of the constructor. */
export const decorateConstructor = (target: Class, ...decorators: ParameterDecorator[]): void => {
  Reflect.defineMetadata(
    'design:paramtypes',
    decorators.map(() => Object),
    target,
  )
  for (const [index, decorator] of decorators.entries()) decorator(target, undefined, index)
}
