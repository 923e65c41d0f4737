//! The public names of both crates, read from their sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Fields, File, ImplItem, Item, Type, UseTree, Visibility};

#[test]
fn botyard_exports_exactly_the_names_of_the_list() {
    assert_names(include_str!("public-names.txt"), "botyard");
}

#[test]
fn botyard_core_exports_exactly_the_names_of_the_list() {
    assert_names(include_str!("public-names-of-core.txt"), "core");
}

/// A change of the list is a change of the public API.
fn assert_names(list: &str, folder: &str) {
    let listed: BTreeSet<String> = list.lines().map(str::to_owned).collect();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let crates = [sources.join("botyard/src"), sources.join("core/src")];
    let mut api =
        Api { members: crates.iter().flat_map(|folder| members(folder)).collect(), names: BTreeSet::new() };
    api.module(&sources.join(folder).join("src/lib.rs"), "");
    let missing: Vec<_> = api.names.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&api.names).collect();
    assert!(
        missing.is_empty() && gone.is_empty(),
        "not in the list: {missing:#?}\nonly in the list: {gone:#?}"
    );
}

struct Api {
    /// The public members of each type of both crates.
    members: BTreeMap<String, BTreeSet<String>>,
    names: BTreeSet<String>,
}

impl Api {
    fn module(&mut self, file: &Path, prefix: &str) {
        for item in parse(file).items {
            match item {
                Item::Mod(module) if is_public(&module.vis) => {
                    let name = module.ident.to_string();
                    self.module(&file_of_module(file, &name), &format!("{prefix}{name}::"));
                }
                Item::Use(used) if is_public(&used.vis) => self.used(&used.tree, prefix),
                Item::Fn(function) if is_public(&function.vis) => {
                    self.add(prefix, &function.sig.ident.to_string());
                }
                Item::Struct(item) if is_public(&item.vis) => self.add(prefix, &item.ident.to_string()),
                Item::Enum(item) if is_public(&item.vis) => self.add(prefix, &item.ident.to_string()),
                Item::Type(item) if is_public(&item.vis) => self.add(prefix, &item.ident.to_string()),
                Item::Const(item) if is_public(&item.vis) => self.add(prefix, &item.ident.to_string()),
                Item::Trait(item) if is_public(&item.vis) => {
                    panic!("{} is a trait: list its methods", item.ident)
                }
                Item::Macro(item) if !item.attrs.is_empty() => panic!("{:?} may be exported", item.ident),
                _ => {}
            }
        }
    }

    fn used(&mut self, tree: &UseTree, prefix: &str) {
        match tree {
            UseTree::Path(path) => self.used(&path.tree, prefix),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.used(tree, prefix)),
            UseTree::Name(name) => self.add(prefix, &name.ident.to_string()),
            UseTree::Rename(rename) => self.add(prefix, &rename.rename.to_string()),
            UseTree::Glob(_) => panic!("the names behind * are not known"),
        }
    }

    fn add(&mut self, prefix: &str, name: &str) {
        self.names.insert(format!("{prefix}{name}"));
        for member in self.members.get(name).into_iter().flatten() {
            self.names.insert(format!("{prefix}{name}::{member}"));
        }
    }
}

/// The variants, public fields and public methods of the types in a folder.
fn members(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut put = |of: String, member: String| found.entry(of).or_default().insert(member);
    // The generated file has the codes of the contract, which `core/tests/errors.rs` holds to their texts.
    let written = files(folder).into_iter().filter(|file| !file.ends_with("errors.gen.rs"));
    for item in written.flat_map(|file| parse(&file).items) {
        match item {
            Item::Enum(item) => {
                for variant in item.variants {
                    put(item.ident.to_string(), variant.ident.to_string());
                }
            }
            Item::Struct(item) => {
                let Fields::Named(fields) = item.fields else { continue };
                for field in fields.named.into_iter().filter(|field| is_public(&field.vis)) {
                    put(item.ident.to_string(), field.ident.unwrap().to_string());
                }
            }
            Item::Impl(item) if item.trait_.is_none() => {
                let Type::Path(of) = *item.self_ty else { continue };
                for member in item.items {
                    let ImplItem::Fn(method) = member else { continue };
                    if is_public(&method.vis) && !is_hidden(&method.attrs) {
                        put(of.path.segments.last().unwrap().ident.to_string(), method.sig.ident.to_string());
                    }
                }
            }
            _ => {}
        }
    }
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn parse(file: &Path) -> File {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    syn::parse_file(&text).unwrap()
}

fn file_of_module(parent: &Path, name: &str) -> PathBuf {
    let stem = parent.file_stem().unwrap();
    let folder =
        if stem == "lib" || stem == "mod" { parent.with_file_name("") } else { parent.with_extension("") };
    let file = folder.join(format!("{name}.rs"));
    if file.exists() { file } else { folder.join(name).join("mod.rs") }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "hidden")
    })
}
