/**
 * The address of a module that is named as in an import.
 *
 * In a file of its own, which only Node and its like load: for `import.meta.resolve`, webpack would put the path of this file on
 * the developer's machine into the bundle.
 */
export const addressOf = (name) => import.meta.resolve(name);
