//! The subprograms that stand in a unit, by name.

use super::ast::{Declaration, DeclarationKind, Name, SubprogramSpecification, Unit};

/// The declarations and bodies of subprograms in a unit, nested ones too, with their full names, in
/// the order of the source.
pub fn subprograms(unit: &Unit) -> Vec<(String, &Declaration)> {
    let mut found = Vec::new();
    let outer: Vec<&Name> = unit.subunit_of.iter().collect();
    collect(&unit.item, &outer, &mut found);
    found
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "of the many kinds of declaration, a few hold subprograms"
)]
fn collect<'a>(
    declaration: &'a Declaration,
    outer: &[&'a Name],
    found: &mut Vec<(String, &'a Declaration)>,
) {
    let (parent, name, inner) = match &declaration.kind {
        DeclarationKind::Subprogram(specification)
        | DeclarationKind::AbstractSubprogram(specification)
        | DeclarationKind::NullProcedure(specification)
        | DeclarationKind::SubprogramStub(specification)
        | DeclarationKind::ExpressionFunction(specification, _) => {
            found.push((full_name(outer, specification), declaration));
            return;
        }
        DeclarationKind::SubprogramBody(body) => {
            let specification = &body.specification;
            found.push((full_name(outer, specification), declaration));
            let lists = [body.declarations.as_slice(), &[]];
            (&specification.parent, &specification.name, lists)
        }
        DeclarationKind::Package(package) => {
            let lists = [package.visible.as_slice(), &package.private];
            (&package.parent, &package.name, lists)
        }
        DeclarationKind::PackageBody(body) => {
            let lists = [body.declarations.as_slice(), &[]];
            (&body.parent, &body.name, lists)
        }
        DeclarationKind::Generic(generic) => return collect(&generic.declaration, outer, found),
        _ => return,
    };
    let around: Vec<&Name> = outer.iter().copied().chain(parent).chain([name]).collect();
    for declaration in inner.into_iter().flatten() {
        collect(declaration, &around, found);
    }
}

fn full_name(outer: &[&Name], specification: &SubprogramSpecification) -> String {
    let own = specification.parent.iter().chain([&specification.name]);
    let names = outer.iter().copied().chain(own);
    let texts: Vec<&str> = names.map(|name| name.text.as_str()).collect();
    texts.join(".")
}
